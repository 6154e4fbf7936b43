// Runs before anything is painted, so that no theme flashes; a file, because our policy allows no inline script.
// src/layout/theme.ts says the same for later changes.
const chosen = localStorage.getItem('posthorn.theme')
const isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
