import { CommandFailure } from './command-failure.ts'

const NAME_MOST = 200
const EMAIL_MOST = 254
const CONTROL = /\p{Cc}/u
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The value of an option that names somebody, without blanks around it. */
export function readName(option: string, given: string): string {
  const name = given.trim()
  if (name === '' || [...name].length > NAME_MOST || CONTROL.test(name)) {
    throw new CommandFailure(`${option} must have 1 to ${NAME_MOST} characters and no control characters.`)
  }
  return name
}

/** The value of an option that holds an e-mail address. */
export function readEmail(option: string, given: string): string {
  const email = given.trim()
  if (email.length > EMAIL_MOST || !EMAIL.test(email) || CONTROL.test(email)) {
    throw new CommandFailure(`${option} must be an e-mail address.`)
  }
  return email
}
