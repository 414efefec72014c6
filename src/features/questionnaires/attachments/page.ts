import { dayText } from '../../../shared/dates/datetime.ts'
import { html, type Markup } from '../../../shared/html/html.ts'
import { ACCEPTED, TYPES_IN_WORDS } from './file-types.ts'
import { type Attachment, isActive, isAuthor, MAX_FILE_BYTES, MAX_FILE_MIB, MAX_FILES_OF_ANSWER } from './rules.ts'

/** The form whose buttons remove files. */
const REMOVE_FORM = 'remove-file'

const attachForm = (question: string): string => `attach-${question}`

/**
 * The forms that the fields and buttons of `renderFiles` belong to. They stand apart, because the questionnaire is one form
 * and forms cannot be nested.
 */
export const renderFileForms = ({ path, query }: Place, questions: readonly { id: string }[]): Markup =>
  html`<form id="${REMOVE_FORM}" method="post" action="${path}${query}"></form>
${questions.map(({ id }) => html`<form id="${attachForm(id)}" data-upload method="post" enctype="multipart/form-data" action="${filesPath(path, id)}${query}"></form>`)}`

/** Where forms go: the path of the link, and the query that names the questionnaire. */
interface Place {
  path: string
  query: string
}

const filesPath = (path: string, last: string): string => `${path}/attachments/${encodeURIComponent(last)}`

/** The files of a question, and the field that attaches another. */
export function renderFiles(
  state: Place & {
    question: string
    files: readonly Attachment[]
    /** Of the visitor, who may remove files of their own. */
    email: string
    now: Date
  },
): Markup {
  const { path, query, question, files, email, now } = state
  return html`${
    files.length > 0 &&
    html`<div class="field"><strong class="small" id="files-${question}">Attached files</strong>
<ul class="files" aria-labelledby="files-${question}">${files.map((file) => {
      const { id, name, author } = file
      const isOwn = isAuthor(file, email)
      return html`<li><span><a href="${filesPath(path, id)}${query}" download><bdi>${name}</bdi></a> <span class="soft">${sizeText(file.sizeBytes)}, ${dayText(file.attachedAt)}${!isOwn && `, by ${author}`}${!isActive(file, now) && ': older than 12 months, so it no longer counts'}</span></span>
${isOwn && html`<button class="second small" form="${REMOVE_FORM}" formaction="${filesPath(path, id)}/remove${query}" aria-label="Remove ${name}">Remove</button>`}</li>`
    })}</ul></div>`
  }
${
  files.length < MAX_FILES_OF_ANSWER &&
  html`<div class="field"><label for="file-${question}">${files.length > 0 ? 'Attach another file' : 'Attach a file as evidence'}</label>
<div class="attach"><input id="file-${question}" name="file" type="file" form="${attachForm(question)}" accept="${ACCEPTED}" data-max-bytes="${MAX_FILE_BYTES}" required aria-describedby="file-help-${question}">
<button class="second small" form="${attachForm(question)}">Attach</button></div>
<p class="soft small" id="file-help-${question}">Such as a screenshot or a report: ${TYPES_IN_WORDS}, at most ${MAX_FILE_MIB} MiB.<span class="without-script"> Save your answers first: attaching a file reloads this page.</span></p></div>`
}`
}

const KIB = 1024

function sizeText(bytes: number): string {
  if (bytes < KIB) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  return bytes < KIB * KIB ? `${Math.round(bytes / KIB)} KiB` : `${(bytes / KIB / KIB).toFixed(1)} MiB`
}
