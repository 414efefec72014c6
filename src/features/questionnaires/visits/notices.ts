import { TYPES_IN_WORDS } from '../attachments/file-types.ts'
import { MAX_FILE_MIB, MAX_FILES, MAX_FILES_OF_ANSWER, MAX_MIB } from '../attachments/rules.ts'

/** What a page says about the form that was just sent. */
export interface NoticeWords {
  words: string
  isWrong: boolean
}

const done = (words: string): NoticeWords => ({ words, isWrong: false })
const wrong = (words: string): NoticeWords => ({ words, isWrong: true })

/** By their names in the address of the page. */
export const NOTICES: ReadonlyMap<string, NoticeWords> = new Map(
  Object.entries({
    saved: done('Everything is saved.'),
    sent: done('Thank you: your answers are on their way. You can still change them here.'),
    asked: done('Your colleague gets an email with a link.'),
    known: wrong('This person has already been asked.'),
    full: wrong('No more colleagues can be asked for this questionnaire.'),
    refused: wrong('Only the people who were invited directly can ask others.'),
    taken: done('The suggestions are saved as your answers. Change any that are wrong.'),
    'nothing-taken': done('Your tenant suggests no answer to the open questions in this section.'),
    address: wrong('That is not an email address. Nobody was asked.'),
    attached: done('The file is attached.'),
    detached: done('The file is removed.'),
    'no-file': wrong('Choose a file first, then attach it.'),
    'file-type': wrong(`Only these types of files can be attached: ${TYPES_IN_WORDS}.`),
    'file-content': wrong(
      'The file was not attached: its content does not match its name, or it has a password or macros.',
    ),
    'file-empty': wrong('The file was not attached: it is empty.'),
    'file-size': wrong(`The file was not attached: it is larger than ${MAX_FILE_MIB} MiB.`),
    'file-count': wrong(`An answer can have at most ${MAX_FILES_OF_ANSWER} files. Remove one to attach another.`),
    'file-room': wrong(
      `A questionnaire can have at most ${MAX_FILES} files, and ${MAX_MIB} MiB together. Remove one to attach another.`,
    ),
    'file-of-other': wrong('Only the person who attached a file can remove it.'),
  }),
)
