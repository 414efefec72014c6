/**
 * Saves each answer as it is given. Without this script the page works by its Save button; what the server refuses or
 * counts is decided there alone.
 */
const form = document.querySelector('#answers')
const state = document.querySelector('#save-state')
const TYPING_PAUSE_MS = 2000
const RETRY_MS = [2000, 5000, 15_000, 30_000]

/** Questions whose fields differ from what is saved. */
const unsaved = new Set()
const pauses = new Map()
/** Questions of which the server did not take what was typed. */
const refused = new Set(
  [...document.querySelectorAll('[data-question]')].filter((one) => !one.querySelector('[data-problem]').hidden),
)
/** The question that is being saved. */
let current
let failures = 0
let retry
/** What waits until everything is saved. */
let whenSaved

document.documentElement.classList.add('script')

const questionOf = (element) => element.closest('[data-question]')
const say = (words, kind) => {
  state.textContent = words
  state.className = kind
}

form.addEventListener('change', ({ target }) => {
  if (target.type === 'file') return checkSize(target)
  const question = questionOf(target)
  if (!question) return
  if (target.type === 'radio') demandReason(question, target.value === 'not_applicable')
  queue(question)
})

form.addEventListener('input', ({ target }) => {
  const question = questionOf(target)
  if (!question || target.type === 'radio' || target.type === 'file') return
  clearTimeout(pauses.get(question))
  pauses.set(
    question,
    setTimeout(() => queue(question), TYPING_PAUSE_MS),
  )
})

// Only what is not saved yet goes with the form, so that it stays small however much was written. Then nothing is left.
form.addEventListener('submit', () => {
  const open = new Set([...unsaved, ...refused, ...pauses.keys(), ...(current ? [current] : [])])
  for (const question of document.querySelectorAll('[data-question]')) enable(question, open.has(question))
  for (const pause of pauses.values()) clearTimeout(pause)
  pauses.clear()
  unsaved.clear()
})

// Attaching a file loads the page again, so what is being typed or saved goes first.
for (const upload of document.querySelectorAll('[data-upload], #remove-file')) {
  upload.addEventListener('submit', (event) => {
    if (unsaved.size + pauses.size === 0 && !current) return say('Sending …', 'soft')
    event.preventDefault()
    for (const question of [...pauses.keys()]) queue(question)
    whenSaved = () => upload.requestSubmit(event.submitter)
  })
}

/** Says before a large file is sent that it will be refused. */
function checkSize(field) {
  const [file] = field.files
  const isTooLarge = file !== undefined && file.size > Number(field.dataset.maxBytes)
  field.setCustomValidity(isTooLarge ? 'This file is too large.' : '')
  if (isTooLarge) field.reportValidity()
}

// Back to this page by the browser's own button, which may show it as it was left.
addEventListener('pageshow', () => {
  for (const question of document.querySelectorAll('[data-question]')) enable(question, true)
})

function enable(question, isEnabled) {
  for (const field of question.querySelectorAll('input, textarea')) field.disabled = !isEnabled
}

addEventListener('beforeunload', (event) => {
  if (unsaved.size + pauses.size > 0) event.preventDefault()
})
addEventListener('online', () => send())

function demandReason(question, isDemanded) {
  const more = question.querySelector('.more')
  if (!more) return
  const note = more.querySelector('textarea')
  more.querySelector('[data-reason]').hidden = !isDemanded
  if (!isDemanded) return
  more.open = true
  if (note.value.trim() === '') note.focus()
}

function queue(question) {
  clearTimeout(pauses.get(question))
  pauses.delete(question)
  unsaved.add(question)
  void send()
}

async function send() {
  clearTimeout(retry)
  const [question] = unsaved
  if (!current && !question) {
    whenSaved?.()
    whenSaved = undefined
  }
  if (current || !question) return
  current = question
  unsaved.delete(question)
  say('Saving …', 'soft')
  try {
    const response = await fetch(form.action, {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams(fieldsOf(question)),
    })
    if (response.status === 401 || response.status === 404) return endVisit()
    if (!response.ok) throw new Error(response.statusText)
    show(question, await response.json())
    failures = 0
  } catch {
    unsaved.add(question)
    say('Could not be saved, trying again …', 'bad')
    retry = setTimeout(send, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
    failures += 1
    return
  } finally {
    current = undefined
  }
  void send()
}

function fieldsOf(question) {
  return [...question.querySelectorAll('input:not([type="file"]), textarea')]
    .filter((field) => field.type !== 'radio' || field.checked)
    .map((field) => [field.name, field.value])
}

function show(question, { savedAt, answered, of, outOfScope, problems }) {
  const problem = problems.find(({ id }) => id === question.dataset.question)
  const place = question.querySelector('[data-problem]')
  place.textContent = problem ? problem.message : ''
  place.hidden = !problem
  if (problem) refused.add(question)
  else refused.delete(question)
  for (const field of question.querySelectorAll('textarea, input[type="url"]'))
    field.setAttribute('aria-invalid', String(problem !== undefined && field.name.startsWith(`${problem.field}.`)))
  if (problem) say('Not saved yet: one answer needs another look.', 'bad')
  else {
    const time = new Date(savedAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    say(`Saved ${time}`, 'good')
    for (const outdated of question.querySelectorAll('[data-expired], [data-contradiction]')) outdated.remove()
  }
  const progress = document.querySelector('#progress')
  progress.max = Math.max(of, 1)
  progress.value = answered
  document.querySelector('#progress-words').textContent = `${answered} of ${of} answered`
  const all = document.querySelector('#all-progress')
  if (all) {
    const [allAnswered, allOf] = [Number(all.dataset.answered) + answered, Number(all.dataset.of) + of]
    all.max = Math.max(allOf, 1)
    all.value = allAnswered
    document.querySelector('#all-words').textContent = `${allAnswered} of ${allOf} answered in all`
    document.querySelector('#part-words').textContent = `${answered} of ${of} answered`
  }
  for (const asked of document.querySelectorAll('[data-question]'))
    asked.hidden = outOfScope.includes(asked.dataset.question)
  for (const section of document.querySelectorAll('[data-section]')) {
    const hidden = section.querySelectorAll('[data-question][hidden]').length
    const note = section.querySelector('[data-left-out]')
    note.hidden = hidden === 0
    note.textContent =
      hidden === 1
        ? 'One question is left out because it does not apply to you.'
        : `${hidden} questions are left out because they do not apply to you.`
  }
}

function endVisit() {
  unsaved.clear()
  say('Your sign-in has ended. Open this page again to continue. Your saved answers are kept.', 'bad')
}
