import { Tabs } from '#tabs/tabs.tsx'

/** Tabs whose content fills the remaining height and scrolls by itself. */
export const FullTabs = <Name extends string>(props: Parameters<typeof Tabs<Name>>[0]) => (
  <div className="flex min-h-0 grow flex-col [&_[role=tablist]]:px-3 [&_[role=tabpanel]]:min-h-0 [&_[role=tabpanel]]:grow [&_[role=tabpanel]]:overflow-auto [&_[role=tabpanel]]:pt-0 [&>div]:flex [&>div]:min-h-0 [&>div]:grow [&>div]:flex-col">
    <Tabs {...props} />
  </div>
)
