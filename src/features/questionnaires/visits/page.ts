import { dayText } from '../../../shared/dates/datetime.ts'
import { renderDocument } from '../../../shared/html/document.ts'
import { type Child, html, type Markup, trusted } from '../../../shared/html/html.ts'
import { type PartnerLook, renderContact, renderSender } from '../../../shared/html/partner-look.ts'
import { MAX_EVIDENCE_URL_CHARACTERS, MAX_NOTE_CHARACTERS } from '../answers/rules.ts'
import { renderFileForms, renderFiles } from '../attachments/page.ts'
import type { Attachment } from '../attachments/rules.ts'
import { renderRelated } from '../related/page.ts'
import type { RelatedAnswer } from '../related/rules.ts'
import type { QuestionnaireView } from '../schema.ts'
import { renderGoOn, renderOverview } from './overview.ts'
import {
  type AnswerField,
  acceptValue,
  CODE_MINUTES,
  canAcceptSuggestion,
  EVERYTHING,
  type FormProblem,
  fieldName,
  maskEmail,
  type PartProgress,
  type Typed,
} from './rules.ts'
import { AUTOSAVE_URL } from './script.ts'
import { visitStyle } from './style.ts'

type Question = QuestionnaireView['sections'][number]['questions'][number]

/** Who visits, and for whom. */
export interface Visitor {
  email: string
  /** Only of a colleague: who asked for help. */
  invitedBy: string | null
  /** The section that the colleague was asked about; null for all of them. */
  section: string | null
  customerName: string
  partnerName: string
  /** How the pages of the partner look. */
  brand: PartnerLook
  dueAt: Date
}

export interface PageState {
  /** Where the forms go: the path of the link. */
  path: string
  /** What follows it: names the questionnaire, if there are several. */
  query: string
  visitor: Visitor
  view: QuestionnaireView
  /** Input of the form just sent that could not be saved. */
  typed: Typed
  problems: readonly FormProblem[]
  /** Shown at the question or at the top of the section, if it names one, otherwise above all sections. */
  notice?: { words: string; isWrong: boolean; section?: string; question?: string }
  /** Every questionnaire of the visitor, if there are several; else empty. */
  overview: readonly PartProgress[]
  /** Answers in other questionnaires, by the question here that they are related to. */
  related: ReadonlyMap<string, readonly RelatedAnswer[]>
  /** Files by the question they are attached to. */
  attachments: ReadonlyMap<string, readonly Attachment[]>
  now: Date
  /** Looks as if its script ran, but has none, so it saves nothing. */
  isSample?: boolean
}

/** The same page for every dead link, so that it reveals nothing about anybody. */
export function renderDeadLink(): string {
  return renderCard(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been replaced by a newer one, or answers are no longer needed.</p>
<p>Ask the person who sent it for a new one.</p>`,
  )
}

/** Asks the visitor for the code from the email, before anything is shown. */
export function renderCodePage(path: string, visitor: Visitor, awaitsCode: boolean, trouble?: string): string {
  const { email, customerName, partnerName, brand } = visitor
  const send = html`<form method="post" action="${path}/code"><button${awaitsCode && trusted(' class="second"')}>${awaitsCode ? 'Send another code' : 'Send me a code'}</button></form>`
  return renderCard(
    `Questions on ${customerName}`,
    html`<h1>Questions on the security of <bdi>${customerName}</bdi></h1>
<p>${partnerName} asks you for answers. To make sure it is you, we will send a code to <strong>${maskEmail(email)}</strong>.</p>
${trouble !== undefined && html`<p class="bad" role="alert">${trouble}</p>`}
${
  awaitsCode &&
  html`<form method="post" action="${path}/enter">
<div class="field"><label for="code">Code from the email</label>
<input class="code" id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus aria-describedby="code-help"></div>
<p class="soft small" id="code-help">Six digits. It arrives within a minute or so and works for ${CODE_MINUTES} minutes.</p>
<button>Open the questions</button>
</form>`
}
${send}`,
    { look: brand, company: partnerName },
  )
}

/** The questionnaire: one form. The script saves it answer by answer, the button as a whole. */
export function renderQuestionnaire(state: PageState): string {
  const { path, query, visitor, view, overview, problems, notice } = state
  const { answered, of } = view.progress
  return renderPage(
    `${view.name}: questions on ${visitor.customerName}`,
    html`<a class="skip" href="#questions">Skip to the questions</a>
<div class="page">
<header class="top">
<p class="brand">${renderSender(visitor.brand, visitor.partnerName)}<span class="soft">${view.name} questionnaire</span></p>
<h1>Questions on the security of <bdi>${visitor.customerName}</bdi></h1>
<p>Answer what you know, and leave the rest open. <span class="with-script">Everything is saved as you go.</span><span class="without-script">Save at the end of the page.</span> You can come back through the same link. Please answer by <strong>${dayText(visitor.dueAt)}</strong>.</p>
${visitor.invitedBy !== null && renderRequest(visitor.invitedBy, visitor.section, view)}
${overview.length > 0 && renderOverview(path, view.product, overview)}
<nav aria-label="Sections"><ul class="contents">${view.sections.map(({ id, title }) => html`<li><a href="#section-${id}">${title}</a></li>`)}</ul></nav>
</header>
<section class="bar" aria-label="Progress">
<progress id="progress" value="${answered}" max="${Math.max(of, 1)}" aria-label="Answered questions">${answered} of ${of}</progress>
<p><span id="progress-words">${answered} of ${of} answered</span><span id="save-state" role="status" class="soft"></span></p>
</section>
<main id="questions">
${notice && !isPlaced(notice, view) && renderNotice(notice)}
${
  problems.length > 0 &&
  html`<div class="notice wrong" role="alert"><p><strong>Not everything could be saved.</strong> ${problems.length === 1 ? 'One answer needs' : `${problems.length} answers need`} another look:</p>
<ul>${problems.map(({ id, message }) => html`<li><a href="#q-${id}">${textOf(view, id)}</a> ${message}</li>`)}</ul></div>`
}
<form id="answers" method="post" action="${path}${query}">
<button class="unseen" name="next" value="save" tabindex="-1" aria-hidden="true">Save</button>
${view.sections.map((section) => renderSection(section, state))}
<section class="panel" aria-labelledby="end-title">
<h2 id="end-title">Done for now?</h2>
<p>${visitor.partnerName} is notified of your answers, and the next assessment uses them. You can still change them afterwards.</p>
<p class="actions"><button name="next" value="done">Send to ${visitor.partnerName}</button><button class="second without-script" name="next" value="save">Save and stay here</button></p>
${renderGoOn(view.product, overview)}
</section>
</form>
${renderFileForms(
  { path, query },
  questionsIn(view).filter(({ kind }) => kind !== 'scope'),
)}
${visitor.invitedBy === null && view.open > 0 && renderAsk(state)}
</main>
<footer class="bottom"><p>You answer as ${visitor.email}. Your answers are stored encrypted and shown to ${visitor.partnerName} and to those at <bdi>${visitor.customerName}</bdi> who were asked as well. Files are stored encrypted, too; those who were asked can download them.</p>${renderContact(visitor.brand, visitor.partnerName)}</footer>
</div>
${!state.isSample && html`<script type="module" src="${AUTOSAVE_URL}"></script>`}`,
    visitor.brand,
    state.isSample ? 'script' : undefined,
  )
}

const renderNotice = ({ words, isWrong }: NonNullable<PageState['notice']>): Markup =>
  html`<p class="notice${isWrong && ' wrong'}" role="${isWrong ? 'alert' : 'status'}">${words}</p>`

function renderRequest(invitedBy: string, section: string | null, view: QuestionnaireView): Markup {
  const part = view.sections.find(({ id }) => id === section)
  return html`<p class="notice">${invitedBy} asks for your help with ${part ? html`the section <a href="#section-${part.id}">${part.title}</a>` : 'these questions'}.</p>`
}

const questionsIn = ({ sections }: QuestionnaireView): Question[] => sections.flatMap(({ questions }) => questions)

const textOf = (view: QuestionnaireView, id: string): string =>
  questionsIn(view).find((question) => question.id === id)?.text ?? id

const isPlaced = ({ section, question }: NonNullable<PageState['notice']>, view: QuestionnaireView): boolean =>
  view.sections.some(({ id }) => id === section) || questionsIn(view).some(({ id }) => id === question)

function renderSection({ id, title, questions }: QuestionnaireView['sections'][number], state: PageState): Markup {
  const leftOut = questions.filter(({ outOfScope }) => outOfScope).length
  return html`<section class="panel" id="section-${id}" data-section aria-labelledby="title-${id}">
<h2 id="title-${id}">${title}</h2>
${state.notice?.section === id && renderNotice(state.notice)}
<p class="soft small" data-left-out${leftOut === 0 && trusted(' hidden')}>${leftOut === 1 ? 'One question is left out because it does not apply to you.' : `${leftOut} questions are left out because they do not apply to you.`}</p>
${id === 'scope' && html`<p class="soft">You will not be asked about things you do not have.</p>`}
${questions.map((question) => renderQuestion(question, state))}
${
  questions.some(canAcceptSuggestion) &&
  html`<div class="take-over"><button class="second" name="next" value="${acceptValue(id)}" aria-describedby="take-over-${id}">Use the suggestions in this section</button>
<p class="soft small" id="take-over-${id}">Answers the open questions above with what your tenant shows. Check the suggestions first: they will count as your answers. You can change them afterwards.</p></div>`
}
</section>`
}

function renderQuestion(question: Question, state: PageState): Markup {
  const { typed, problems } = state
  const { id, kind, current, suggestion, contradiction } = question
  const related = state.related.get(id) ?? []
  const fitting = new Set(current && !current.expired ? [] : related.flatMap(({ fits }) => fits ?? []))
  const problem = problems.find((found) => found.id === id)
  const chosen = typed[fieldName('answer', id)] ?? (current && !current.expired ? String(current.answer) : undefined)
  const described = [
    problem && `problem-${id}`,
    contradiction !== undefined && `contradiction-${id}`,
    suggestion && `suggestion-${id}`,
    related.length > 0 && `related-${id}`,
  ].filter((part) => typeof part === 'string')
  return html`<div class="question" id="q-${id}" data-question="${id}"${question.outOfScope && trusted(' hidden')}>
<fieldset${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}>
<legend>${question.text}</legend>
<details class="help"><summary>What counts, and where to look</summary><p>${question.help}</p></details>
${
  current?.expired &&
  html`<p class="state soft" data-expired>The answer on ${dayText(current.answeredAt)} was “${labelOf(question, current.answer)}”. That was more than 12 months ago: please answer again.</p>`
}
${contradiction !== undefined && html`<p class="notice look" id="contradiction-${id}" data-contradiction><strong>Please check this answer.</strong> ${contradiction} While they differ, the assessment uses what it reads.</p>`}
${suggestion && html`<p class="shows" id="suggestion-${id}"><strong>Your tenant shows:</strong> ${suggestion.because} <span class="soft">(read ${dayText(suggestion.collectedAt)})</span></p>`}
${renderRelated(id, related)}
<div class="choices${kind === 'level' && ' levels'}">${question.choices.map(({ answer, label }) => {
    const isLevel = typeof answer === 'number'
    return html`<label><input type="radio" name="${fieldName('answer', id)}" value="${String(answer)}"${String(answer) === chosen && trusted(' checked')}><span>${isLevel && html`<strong>${answer}</strong> · `}${label}${answer === suggestion?.answer && trusted(' <em class="tag">suggested</em>')}${fitting.has(answer) && trusted(' <em class="tag">fits the answer elsewhere</em>')}</span></label>`
  })}</div>
<p class="state bad" id="problem-${id}" data-problem${!problem && trusted(' hidden')}>${problem?.message}</p>
${renderMore(question, chosen, state, problem)}
</fieldset>
</div>`
}

function renderMore(question: Question, chosen: string | undefined, state: PageState, problem?: FormProblem): Markup {
  const { id, current } = question
  const { typed, visitor, path, query, now } = state
  const files = state.attachments.get(id) ?? []
  const notice = state.notice?.question === id ? state.notice : undefined
  const note = typed[fieldName('note', id)] ?? current?.note ?? ''
  const evidenceUrl = typed[fieldName('evidenceUrl', id)] ?? current?.evidenceUrl ?? ''
  const demandsReason = chosen === 'not_applicable'
  const isOpen =
    demandsReason || problem !== undefined || note !== '' || evidenceUrl !== '' || files.length > 0 || notice
  const invalid = (field: AnswerField) =>
    problem?.field === field && html` aria-invalid="true" aria-describedby="problem-${id}"`
  return html`<details class="more"${isOpen && trusted(' open')}><summary>${question.kind === 'scope' ? 'Note' : 'Note and evidence'}</summary>
<div class="field"><label for="note-${id}">Note<span data-reason${!demandsReason && trusted(' hidden')}> (required: why does it not apply?)</span></label>
<textarea id="note-${id}" name="${fieldName('note', id)}" maxlength="${MAX_NOTE_CHARACTERS}" rows="3"${invalid('note')}>${note}</textarea></div>
${
  question.kind !== 'scope' &&
  html`<div class="field"><label for="evidence-${id}">Link to evidence, if there is one</label>
<input id="evidence-${id}" name="${fieldName('evidenceUrl', id)}" type="url" maxlength="${MAX_EVIDENCE_URL_CHARACTERS}" placeholder="https://" value="${evidenceUrl}"${invalid('evidenceUrl')}></div>
${renderFiles({ path, query, question: id, files, email: visitor.email, now })}`
}
${notice && renderNotice(notice)}
</details>`
}

const labelOf = ({ choices }: Question, answer: unknown): string =>
  choices.find((choice) => choice.answer === answer)?.label ?? String(answer)

function renderAsk({ path, query, view: { name, sections }, overview }: PageState): Markup {
  const isOneOfSeveral = overview.length > 1
  return html`<section class="panel ask-panel" aria-labelledby="ask-title">
<h2 id="ask-title">Ask a colleague</h2>
<p class="soft">Does somebody else know more about a section? They get their own link to this questionnaire and can see the existing answers.</p>
<form class="ask" method="post" action="${path}/colleague${query}">
<div class="field"><label for="colleague">Email address</label><input id="colleague" name="email" type="email" maxlength="254" required autocomplete="off"></div>
<div class="field"><label for="part">Section</label><select id="part" name="section"><option value="">All sections${isOneOfSeveral && ` of ${name}`}</option>${sections.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}${isOneOfSeveral && html`<option value="${EVERYTHING}">All questionnaires</option>`}</select></div>
<button class="second">Ask</button>
</form>
</section>`
}

const renderCard = (title: string, body: Markup, sender?: { look: PartnerLook; company: string }): string =>
  renderPage(
    title,
    html`<main class="page card"><div class="panel">${
      sender && html`<p class="brand">${renderSender(sender.look, sender.company)}</p>`
    }${body}</div>${sender && html`<footer class="bottom">${renderContact(sender.look, sender.company)}</footer>`}</main>`,
    sender?.look,
  )

const renderPage = (title: string, body: Child, look: PartnerLook = {}, className?: string): string =>
  renderDocument({ title, style: visitStyle(look), body, ...(className !== undefined && { className }) })
