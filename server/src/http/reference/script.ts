/** Optional: the page works without it. Exported for its hash in the Content-Security-Policy. */
export const referenceScript = `
const nav = document.querySelector('nav')
const entries = [...nav.querySelectorAll('li')]

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => { button.textContent = 'Copy' }, 1500)
    })
    block.querySelector('figcaption').append(button)
  }
}

const filter = document.querySelector('#filter')
filter.hidden = false
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/)
  for (const entry of entries) {
    const text = (entry.textContent + ' ' + (entry.firstChild.title || '')).toLowerCase()
    entry.hidden = !words.every(word => text.includes(word))
  }
  for (const group of nav.querySelectorAll('.group')) group.hidden = !group.querySelector('li:not([hidden])')
})
document.addEventListener('keydown', event => {
  if (event.key === '/' && event.target === document.body) { event.preventDefault(); filter.focus() }
})

nav.addEventListener('click', event => {
  if (event.target.closest('a')) document.querySelector('#menu').checked = false
})

const links = new Map(entries.map(entry => [entry.firstChild.getAttribute('href').slice(1), entry.firstChild]))
let current
const watch = new IntersectionObserver(seen => {
  const top = seen.filter(one => one.isIntersecting).at(-1)
  const link = top && links.get(top.target.id)
  if (!link || link === current) return
  current?.removeAttribute('aria-current')
  link.setAttribute('aria-current', 'true')
  current = link
  const box = link.getBoundingClientRect()
  if (box.top < 80 || box.bottom > innerHeight - 40) nav.scrollTop += box.top - innerHeight / 2
}, { rootMargin: '-80px 0px -75% 0px' })
for (const part of document.querySelectorAll('main [id]')) if (links.has(part.id)) watch.observe(part)
`
