import { dayText, timeText } from '../../../shared/datetime.ts'
import { plainName } from '../../../shared/plain-name.ts'
import type { MailContent } from '../outbox/rules.ts'
import { renderLetter } from './letter.ts'

/** What a recipient is asked; `invitedBy` is the colleague who asks for help. */
export interface QuestionnaireNews {
  customerName: string
  partnerName: string
  productName: string
  invitedBy?: string
  url: string
  dueAt: Date
  open: number
}

/** The same with names that are safe in a mail. `invitedBy` is a validated e-mail address. */
const plainNames = (news: QuestionnaireNews): QuestionnaireNews => ({
  ...news,
  customerName: plainName(news.customerName),
  partnerName: plainName(news.partnerName),
})

type Named = Pick<QuestionnaireNews, 'customerName' | 'productName'>

export const subjectOfInvitation = ({ customerName, productName }: Named): string =>
  `Questions on the security of ${plainName(customerName)}, ${productName}`

export const subjectOfReminder = (news: Named): string =>
  `Reminder: questions on the security of ${plainName(news.customerName)}, ${news.productName}`

export const subjectOfCode = ({ customerName }: Pick<Named, 'customerName'>): string =>
  `Your code for the questions on ${plainName(customerName)}`

/** Asks a recipient for answers. The mail to a colleague names who asked for help. */
export function writeQuestionnaireInvitation(news: QuestionnaireNews): MailContent {
  const { customerName, partnerName, productName, invitedBy } = plainNames(news)
  return renderLetter({
    subject: subjectOfInvitation(news),
    heading: `${sayQuestions(news.open)} on the security of ${customerName}`,
    paragraphs: [
      `${partnerName} assesses ${customerName} against ${productName}. A part of that is read from your systems; the rest only people can tell, and that is what is asked here.`,
      invitedBy === undefined
        ? 'You can stop at any time and go on later, and you can ask a colleague for help with a part of it.'
        : `${invitedBy} asks you to help with a part of it. What has been answered already you will find there.`,
    ],
    ...letterEnd(news),
  })
}

/** Reminds a recipient of open questions. */
export function writeQuestionnaireReminder(news: QuestionnaireNews): MailContent {
  const { customerName, partnerName, productName, open } = plainNames(news)
  return renderLetter({
    subject: subjectOfReminder(news),
    heading: `${sayQuestions(open)} on ${customerName} ${open === 1 ? 'is' : 'are'} still open`,
    paragraphs: [
      `${partnerName} has asked for answers for the ${productName} assessment of ${customerName}. What you have answered is kept; only the rest is left.`,
    ],
    ...letterEnd(news),
  })
}

const sayQuestions = (count: number): string => (count === 1 ? 'One question' : `${count} questions`)

function letterEnd(news: QuestionnaireNews) {
  const { customerName, partnerName, url, dueAt } = plainNames(news)
  return {
    facts: [['Please answer by', dayText(dueAt)]] as const,
    action: { label: 'Open the questions', url },
    after: [
      'The link is meant for you. The page sends a code to this address, so that nobody else can answer in your name.',
    ],
    footer: `You get this mail because ${partnerName}, or a colleague of yours, named your address for answers on ${customerName}. To be taken off, ask ${partnerName}.`,
  }
}

/** Sends the code that opens a questionnaire. */
export function writeQuestionnaireCode(news: {
  code: string
  minutes: number
  customerName: string
  productName: string
}): MailContent {
  const { code, minutes, productName } = news
  const customerName = plainName(news.customerName)
  return renderLetter({
    subject: subjectOfCode(news),
    heading: `${code.slice(0, 3)} ${code.slice(3)}`,
    paragraphs: [
      `This code opens the ${productName} questions on ${customerName}. It works once, for ${minutes} minutes, on the page that asked for it.`,
    ],
    footer:
      'If you did not ask for a code, somebody else has opened your link. Without this code they see no questions and no answers: keep it to yourself. There is nothing else to do.',
  })
}

/** Notifies the partner of new answers. */
export function writeQuestionnaireAnswered(news: {
  customerName: string
  productName: string
  answered: number
  of: number
  at: Date
}): MailContent {
  const { productName, answered, of, at } = news
  const customerName = plainName(news.customerName)
  const open = of - answered
  return renderLetter({
    subject: `New answers on ${customerName}, ${productName}`,
    heading: `${customerName} has answered questions on ${productName}`,
    paragraphs: [
      open === 0
        ? 'Every question is answered now. The next run uses the answers; runs that have ended stay as they are.'
        : 'The next run uses the answers; runs that have ended stay as they are. What is still open counts as unknown there.',
    ],
    facts: [
      ['Answered', `${answered} of ${of}`],
      ['Still open', String(open)],
      ['Time', timeText(at)],
    ],
    footer: `You get this mail because your account has ${customerName} as its customer and people there were asked.`,
  })
}
