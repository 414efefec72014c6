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

  for (const button of document.querySelectorAll('[data-copies]')) {
    const label = button.textContent
    const code = button.dataset.copies === 'code' ? button.nextElementSibling : undefined
    let byHand
    button.hidden = false
    button.addEventListener('click', async () => {
      byHand?.remove()
      const text = code ? code.textContent : textOf(button.closest('.action'))
      try {
        // Only secure pages have a clipboard, and a browser may refuse it.
        await navigator.clipboard.writeText(text)
      } catch {
        byHand = selectToCopy(text, button, code)
        return
      }
      button.textContent = button.dataset.done
      setTimeout(() => {
        button.textContent = label
      }, DONE_MS)
    })
  }

  /** Selects the text, which is shown if the page does not have it as it stands, and says why. Returns what it added. */
  function selectToCopy(text, button, code) {
    const box = document.createElement('div')
    const says = document.createElement('output')
    const words = document.querySelector('[data-copy-denied]').dataset.copyDenied
    box.className = 'by-hand'
    box.append(says)
    ;(code ?? button).after(box)
    says.textContent = words
    if (code) getSelection().selectAllChildren(code)
    else {
      const area = document.createElement('textarea')
      Object.assign(area, { readOnly: true, rows: 8, value: text, ariaLabel: words })
      box.append(area)
      area.select()
    }
    return box
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
