// Times in the reader's time zone, with UTC on hover; and the search of the technical edition.
;(() => {
  const { lang } = document.documentElement
  // The reader's region, but the language of the page.
  const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? 'en-GB'
  const date = { day: 'numeric', month: 'long', year: 'numeric' }
  const day = new Intl.DateTimeFormat(locale, date)
  const full = new Intl.DateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    time.title = time.textContent
    time.textContent = (time.dataset.form === 'day' ? day : full).format(at)
  }

  const search = document.querySelector('#search')
  const findings = [...document.querySelectorAll('[data-finding]')]
  if (!search || findings.length === 0) return
  const texts = findings.map((finding) => finding.textContent.toLowerCase())
  const counter = document.querySelector('#search-count')
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    let shown = 0
    for (const [index, finding] of findings.entries()) {
      finding.hidden = !words.every((word) => texts[index].includes(word))
      if (!finding.hidden) shown++
    }
    for (const area of document.querySelectorAll('[data-area]')) {
      area.hidden = area.querySelector('[data-finding]:not([hidden])') === null
    }
    counter.textContent = words.length === 0 ? '' : `${shown} of ${findings.length} shown`
  }
  search.closest('[hidden]').hidden = false
  search.addEventListener('input', show)
})()
