// Buttons that copy, and buttons that open and close everything in a section.
{
  const BLOCKS = 'p, li, dd, pre, summary'
  const DONE_MS = 2000

  for (const button of document.querySelectorAll('[data-folds]')) {
    const labels = [button.textContent, button.dataset.other]
    let isOpen = false
    button.hidden = false
    button.addEventListener('click', () => {
      isOpen = !isOpen
      for (const details of document.getElementById(button.dataset.folds).querySelectorAll('details'))
        details.open = isOpen
      button.textContent = labels[Number(isOpen)]
    })
  }

  // Browsers offer it to secure pages only.
  for (const button of navigator.clipboard ? document.querySelectorAll('[data-copies]') : []) {
    const label = button.textContent
    button.hidden = false
    button.addEventListener('click', async () => {
      const action = button.closest('.action')
      const text = button.dataset.copies === 'action' ? textOf(action) : button.nextElementSibling.textContent
      await navigator.clipboard.writeText(text)
      button.textContent = button.dataset.done
      setTimeout(() => {
        button.textContent = label
      }, DONE_MS)
    })
  }

  /** An action as lines of plain text, as a ticket takes it. */
  function textOf(action) {
    const blocks = [...action.querySelectorAll(BLOCKS)].filter((block) => !block.querySelector(BLOCKS))
    return blocks.map(lineOf).join('\n')
  }

  function lineOf(block) {
    if (block.matches('.marks')) return [...block.children].map(({ textContent }) => textContent).join(' · ')
    if (block.matches('pre')) return block.textContent
    const copy = block.cloneNode(true)
    for (const link of copy.querySelectorAll('a[href^="http"]')) link.append(` <${link.href}>`)
    const text = copy.textContent.replace(/\s+/g, ' ').trim()
    if (block.matches('.steps > li')) return `${[...block.parentElement.children].indexOf(block) + 1}. ${text}`
    if (block.matches('.names > li')) return `- ${text}`
    return block.matches('dd') ? `${block.previousElementSibling.textContent}: ${text}` : text
  }
}
