import { html, type Markup } from './html.ts'

/** The content of a form for choosing a password. */
export interface NewPasswordForm {
  /** For password managers, which store it with the password. */
  email: string
  /** How many characters the password must and may have. */
  min: number
  max: number
  problem: string | undefined
}

/** The fields for choosing a password. */
export const renderNewPassword = ({ email, min, max, problem }: NewPasswordForm): Markup =>
  html`<input type="email" name="email" value="${email}" autocomplete="username" readonly hidden>
<label for="password">Password</label>
<input id="password" name="password" type="password" minlength="${min}" maxlength="${max}" required autocomplete="new-password" aria-describedby="password-help${problem !== undefined && ' problem'}"${problem !== undefined && html` aria-invalid="true"`}>
<p class="soft" id="password-help">At least ${min} characters. Several unrelated words are easy to remember.</p>
<label for="repeat">The same password again</label>
<input id="repeat" name="repeat" type="password" maxlength="${max}" required autocomplete="new-password">`

/** The error message above a form. */
export const renderProblem = (problem: string | undefined): Markup | false =>
  problem !== undefined && html`<p class="bad" role="alert" id="problem">${problem}</p>`
