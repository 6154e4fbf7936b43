// Optional: every page works without this script. The index is loaded on the first search.
const root = new URL('..', import.meta.url)
const nav = document.querySelector('nav')
const field = document.querySelector('#filter')
const results = document.querySelector('#results')
const nothing = document.querySelector('#nothing-found')
const pages = document.querySelector('#pages')
let search

async function openIndex() {
  const [{ default: MiniSearch }, answer] = await Promise.all([
    import('./minisearch.js'),
    fetch(new URL('assets/search.json', root)),
  ])
  const { options, index } = await answer.json()
  return MiniSearch.loadJS(index, options)
}

function resultOf({ address, page, heading }) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = new URL(address, root).href
  link.textContent = heading
  if (page !== heading) {
    const where = document.createElement('span')
    where.textContent = page
    link.append(where)
  }
  item.append(link)
  return item
}

async function show() {
  const query = field.value.trim()
  search ??= openIndex()
  const found = query
    ? (await search).search(query, { prefix: true, fuzzy: 0.1, combineWith: 'AND', boost: { heading: 4, page: 2 } })
    : []
  if (query !== field.value.trim()) return
  results.replaceChildren(...found.slice(0, 20).map(resultOf))
  results.hidden = found.length === 0
  nothing.hidden = !query || found.length > 0
  nothing.textContent = nothing.hidden ? '' : 'Nothing found.'
  pages.hidden = query !== ''
}

field.hidden = false
field.addEventListener('input', show)
field.addEventListener('keydown', event => {
  if (event.key === 'Enter') results.querySelector('a')?.click()
})
document.addEventListener('keydown', event => {
  if (event.key !== '/' || event.target !== document.body) return
  event.preventDefault()
  field.focus()
})
nav.addEventListener('click', event => {
  if (event.target.closest('a')) document.querySelector('#menu').checked = false
})

// Only the service serves the API reference, so other copies of these pages hide the link.
document.querySelector('#of-the-service').hidden = !location.pathname.includes('/docs/guide/')

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code').textContent)
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 1500)
    })
    block.append(button)
  }
}
