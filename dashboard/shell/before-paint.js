// Runs before the first paint, so the wrong theme never flashes. It is inlined into the page; the CSP allows it by hash.
// Keep in step with src/layout/theme.ts (later theme changes) and src/api/scope.ts (environment).
{
  const root = document.documentElement
  const chosen = localStorage.getItem('posthorn.theme')
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.environment = /^\/test(\/|$)/.test(location.pathname) ? 'test' : 'live'
  if (/^(\/test)?\/(sign-in|setup|invitation)(\/|$)/.test(location.pathname)) root.dataset.door = ''
}
