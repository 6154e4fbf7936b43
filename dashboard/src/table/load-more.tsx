import { Button } from '#button/button.tsx'
import { classes } from '#style/classes.ts'

type Props = {
  /** The result of `usePages`. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  /** For the row around the button. */
  className: string
  isSmall?: boolean
}

/** The button below a list that has another page. */
export function LoadMore({ pages, className, isSmall = false }: Props) {
  if (!pages.hasNextPage) return null
  return (
    <div className={classes('flex justify-center', className)}>
      <Button isSmall={isSmall} isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        Load more
      </Button>
    </div>
  )
}
