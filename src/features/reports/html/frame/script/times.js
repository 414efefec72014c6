// Times in the reader's zone, with UTC on hover. They are written like all other dates of the report.
{
  const { locale } = document.querySelector('[data-locale]').dataset
  const date = locale.startsWith('en-')
    ? { day: 'numeric', month: 'long', year: 'numeric' }
    : { day: '2-digit', month: '2-digit', year: 'numeric' }
  const day = new Intl.DateTimeFormat(locale, date)
  const shortDay = new Intl.DateTimeFormat(locale, locale.startsWith('en-') ? { ...date, month: 'short' } : date)
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  // 4:03 PM, but 04:03.
  const clock = { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit', timeZoneName: 'short' }
  const full = new Intl.DateTimeFormat(locale, { ...date, ...clock })
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    time.title = time.textContent
    time.textContent = (time.dataset.form === 'day' ? day : full).format(at)
  }
  for (const label of document.querySelectorAll('[data-day-of]')) {
    const at = new Date(label.dataset.dayOf)
    if (!Number.isNaN(at.getTime())) label.textContent = shortDay.format(at)
  }
}
