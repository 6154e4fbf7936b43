// Runs before anything is painted, so that no theme flashes. It is written into the page, and our policy names its hash.
// src/layout/theme.ts says the same for later changes of the theme, src/api/scope.ts of the environment.
{
  const root = document.documentElement
  const chosen = localStorage.getItem('posthorn.theme')
  const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = isDark ? 'dark' : 'light'
  root.dataset.environment = /^\/test(\/|$)/.test(location.pathname) ? 'test' : 'live'
  if (/^(\/test)?\/(sign-in|setup|invitation)(\/|$)/.test(location.pathname)) root.dataset.door = ''
}
