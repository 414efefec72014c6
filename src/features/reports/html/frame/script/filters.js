// Filters of lists: search, boxes, order, and links to what a filter hides. The boxes also work without a script.
{
  /** With more results, opening each to show why it was found would hide the others. */
  const MAX_OPENED = 20

  for (const root of document.querySelectorAll('[data-filtered]')) enhance(root)

  function enhance(root) {
    const search = root.querySelector('input[type="search"]')
    const boxes = [...root.querySelectorAll('input[data-shows]')]
    const counter = root.querySelector('output')
    const order = root.querySelector('select')
    const areas = [...root.querySelectorAll('[data-area]')]
    const findings = [...root.querySelectorAll('[data-finding]')].map((element) => ({
      element,
      home: element.parentElement,
      text: element.textContent.toLowerCase(),
    }))
    if (!search || findings.length === 0) return
    const list = document.createElement('ol')
    list.className = 'todo'
    areas[0]?.before(list)

    const show = () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
      const off = boxes.filter((box) => !box.checked).map((box) => box.dataset.shows)
      for (const { element, home, text } of findings) {
        const isOff =
          off.some((name) => element.classList.contains(name) || home.closest(`.${name}`)) ||
          element.dataset.oneOf?.split(' ').every((name) => off.includes(name))
        element.hidden = isOff || !words.every((word) => text.includes(word))
      }
      for (const area of areas) {
        const its = findings.filter(({ element }) => area.contains(element))
        if (its.length > 0) area.hidden = its.every(({ element }) => element.hidden)
      }
      const shown = findings.filter(({ element }) => !element.hidden)
      const { some, all } = counter.dataset
      const form = shown.length === findings.length ? all : some
      counter.textContent = form.replace('{shown}', shown.length).replace('{all}', findings.length)
      if (words.length > 0 && shown.length <= MAX_OPENED) for (const { element } of shown) openFor(element, words)
      highlight(words, shown)
    }

    const sort = () => {
      const isByArea = !order || order.value === 'area'
      const rank = ({ element }) => (order.value === 'effort' ? Number(element.dataset.effort) : 0)
      const number = ({ element }) => Number(element.dataset.number)
      const sorted = isByArea ? findings : findings.toSorted((a, b) => rank(a) - rank(b) || number(a) - number(b))
      for (const { element, home } of sorted) (isByArea ? home : list).append(element)
      for (const area of areas) area.hidden = !isByArea
      show()
    }

    /** Shows everything again if the link leads to something hidden. */
    const reveal = (id) => {
      const target = document.getElementById(id)
      if (!target || !root.contains(target)) return
      openAround(target)
      if (target.checkVisibility()) return
      if (!target.closest('[hidden]')) return
      search.value = ''
      for (const box of boxes) box.checked = true
      // An area has its actions only in the order by area.
      if (order && target.closest('[data-area]')) order.value = 'area'
      sort()
      target.scrollIntoView()
    }

    for (const part of root.querySelectorAll('[data-scripted]')) part.hidden = false
    for (const part of root.querySelectorAll('[data-scriptless]')) part.hidden = true
    search.form?.addEventListener('submit', (event) => event.preventDefault())
    search.addEventListener('input', show)
    for (const box of boxes) box.addEventListener('change', show)
    order?.addEventListener('change', sort)
    document.addEventListener('click', ({ target }) => {
      const link = target.closest('a[href^="#"]')
      if (link) reveal(link.hash.slice(1))
    })
    window.addEventListener('hashchange', () => reveal(location.hash.slice(1)))
    // A reloaded page may have kept what was filled in.
    sort()
    reveal(location.hash.slice(1))
  }

  /** Not every browser opens what is folded around the target of a link. */
  function openAround(target) {
    for (let details = target.closest('details'); details; details = details.parentElement.closest('details'))
      details.open = true
  }

  /** Opens what contains the only match of a word. */
  function openFor(element, words) {
    const rest = element.cloneNode(true)
    for (const details of rest.querySelectorAll('details')) details.remove()
    const outside = (element.matches('details') ? element.querySelector('summary') : rest).textContent.toLowerCase()
    const inside = words.filter((word) => !outside.includes(word))
    for (const details of [element, ...element.querySelectorAll('details')]) {
      if (!details.matches('details')) continue
      const text = details.textContent.toLowerCase()
      if (inside.some((word) => text.includes(word))) details.open = true
    }
  }

  function highlight(words, shown) {
    if (!globalThis.CSS?.highlights) return
    const found = new Highlight()
    const long = words.filter((word) => word.length > 1)
    for (const { element } of long.length > 0 ? shown : []) {
      const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode())
        for (const word of long) for (const range of rangesOf(nodes.currentNode, word)) found.add(range)
    }
    CSS.highlights.set('found', found)
  }

  function rangesOf(node, word) {
    const text = node.data.toLowerCase()
    // Some letters have two in lower case, so the places would differ.
    if (text.length !== node.data.length) return []
    const ranges = []
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const range = new Range()
      range.setStart(node, at)
      range.setEnd(node, at + word.length)
      ranges.push(range)
    }
    return ranges
  }
}
