import { dayText, type TimeStyle, timeText } from '../../../shared/dates/datetime.ts'
import { plainName } from '../../../shared/text/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { type LetterSender, renderLetter } from './letter.ts'

/** What a recipient is asked; `invitedBy` is the colleague who asks for help. */
export interface QuestionnaireNews {
  customerName: string
  partnerName: string
  invitedBy?: string
  url: string
  sender?: LetterSender
  /** How the partner writes dates. */
  style?: TimeStyle
  /** At least one. */
  questionnaires: readonly { productName: string; dueAt: Date; open: number; minutes: number }[]
}

/** Replaces names by ones that are safe in an email. `invitedBy` is a validated email address, so it stays. */
const plainNames = (news: QuestionnaireNews): QuestionnaireNews => ({
  ...news,
  customerName: plainName(news.customerName),
  partnerName: plainName(news.partnerName),
})

type Named = Pick<QuestionnaireNews, 'customerName'> & {
  questionnaires: readonly { productName: string }[]
}

export const subjectOfInvitation = (news: Named): string => `Questions on the security of ${formatSubject(news)}`

export const subjectOfReminder = (news: Named): string =>
  `Reminder: questions on the security of ${formatSubject(news)}`

function formatSubject({ customerName, questionnaires }: Named): string {
  const [first, ...others] = questionnaires
  const asked = others.length > 0 ? `${questionnaires.length} questionnaires` : first?.productName
  return `${plainName(customerName)}, ${asked}`
}

export const subjectOfCode = ({ customerName }: Pick<Named, 'customerName'>): string =>
  `Your code for the questions on ${plainName(customerName)}`

/** Asks a recipient for answers. The email to a colleague names who asked for help. */
export function writeQuestionnaireInvitation(news: QuestionnaireNews): MailContent {
  const { customerName, partnerName, invitedBy, questionnaires } = plainNames(news)
  return renderLetter({
    subject: subjectOfInvitation(news),
    heading: `${formatQuestions(countOpen(news))} on the security of ${customerName}`,
    paragraphs: [
      `${partnerName} assesses ${customerName} against ${formatProducts(questionnaires)}. Part of this is read from your systems. These questions cover the rest, which only people can answer.`,
      invitedBy === undefined
        ? 'You can stop at any time and continue later, and you can ask a colleague for help with part of it.'
        : `${invitedBy} asks you to help with part of it. The page shows what has already been answered.`,
    ],
    ...letterEnd(news),
  })
}

/** Reminds a recipient of open questions. */
export function writeQuestionnaireReminder(news: QuestionnaireNews): MailContent {
  const { customerName, partnerName, questionnaires } = plainNames(news)
  const open = countOpen(news)
  return renderLetter({
    subject: subjectOfReminder(news),
    heading: `${formatQuestions(open)} on ${customerName} ${open === 1 ? 'is' : 'are'} still open`,
    paragraphs: [
      `${partnerName} is waiting for answers for the assessment of ${customerName} against ${formatProducts(questionnaires)}. Your answers are saved; only the remaining questions are open.`,
    ],
    ...letterEnd(news),
  })
}

const countOpen = ({ questionnaires }: QuestionnaireNews): number =>
  questionnaires.reduce((sum, { open }) => sum + open, 0)

const PRODUCTS = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const formatProducts = (questionnaires: Named['questionnaires']): string =>
  PRODUCTS.format(questionnaires.map(({ productName }) => productName))

const formatQuestions = (count: number): string => (count === 1 ? 'One question' : `${count} questions`)

/** Each questionnaire with its date, or one date if it is the same for all. */
function factsOf({ questionnaires, style }: QuestionnaireNews): [term: string, value: string][] {
  const days = [...new Set(questionnaires.map(({ dueAt }) => dayText(dueAt, style)))]
  const asked = questionnaires.map(({ productName, open, minutes, dueAt }): [string, string] => [
    productName,
    `${open === 1 ? '1 question' : `${open} questions`}, about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}${days.length > 1 ? `, by ${dayText(dueAt, style)}` : ''}`,
  ])
  return days.length > 1 ? asked : [...asked, ['Please answer by', days[0] ?? '']]
}

function letterEnd(news: QuestionnaireNews) {
  const { customerName, partnerName, url, questionnaires, sender } = plainNames(news)
  return {
    ...(sender && { sender }),
    facts: factsOf(news),
    action: { label: 'Open the questions', url },
    after: [
      ...(questionnaires.length > 1
        ? [
            'This link opens all of them. If another questionnaire asks about the same subject, your answer is shown there.',
          ]
        : []),
      'The link is meant for you. The page sends a code to this address, so nobody else can answer in your name.',
    ],
    footer: `You get this email because ${partnerName}, or a colleague of yours, named your address for questions about ${customerName}. To be removed, ask ${partnerName}.`,
  }
}

/** Sends the code that opens a questionnaire. */
export function writeQuestionnaireCode(news: {
  code: string
  minutes: number
  customerName: string
  sender?: LetterSender
}): MailContent {
  const { code, minutes, sender } = news
  const customerName = plainName(news.customerName)
  return renderLetter({
    subject: subjectOfCode(news),
    ...(sender && { sender }),
    heading: `${code.slice(0, 3)} ${code.slice(3)}`,
    paragraphs: [
      `This code opens the questions on ${customerName}. It works once, within ${minutes} minutes, on the page that requested it.`,
    ],
    footer:
      'If you did not ask for a code, somebody else has opened your link. Without this code they see no questions and no answers, so do not pass it on. You do not have to do anything else.',
  })
}

/** Notifies the partner of new answers. */
export function writeQuestionnaireAnswered(news: {
  customerName: string
  productName: string
  answered: number
  of: number
  at: Date
  settingsUrl: string | undefined
}): MailContent {
  const { productName, answered, of, at, settingsUrl } = news
  const customerName = plainName(news.customerName)
  const open = of - answered
  return renderLetter({
    subject: `New answers about ${customerName}, ${productName}`,
    heading: `${customerName} has answered questions on ${productName}`,
    paragraphs: [
      open === 0
        ? 'Every question has been answered. The next run uses the answers; earlier runs do not change.'
        : 'The next run uses the answers; earlier runs do not change. Open questions count as unknown.',
    ],
    facts: [
      ['Answered', `${answered} of ${of}`],
      ['Still open', String(open)],
      ['Time', timeText(at)],
    ],
    footer: `You get this email because ${customerName} is a customer of your account and people there were invited to answer.`,
    settingsUrl,
  })
}
