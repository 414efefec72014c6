import { html } from '../../../ground/html.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from '../../../ground/password.ts'
import { renderSmallPage } from '../../../ground/small-page.ts'

/** Asks for the password; posts to its own address. */
export function renderActivationForm(company: string, refused: boolean): string {
  const rule = `At least ${PASSWORD_LEAST} characters; a sentence of your own is good.`
  return renderSmallPage(
    `Activate ${company}`,
    html`<h1>Activate <bdi>${company}</bdi></h1>
<p>Choose the password for the administrator of this account. The account is active as soon as you save it.</p>
${refused && html`<p class="bad" role="alert">That password cannot be used. ${rule}</p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${PASSWORD_LEAST}" maxlength="${PASSWORD_MOST}" aria-describedby="rule" autofocus>
<p id="rule" class="soft">${rule}</p>
<button>Activate the account</button>
</form>`,
  )
}

export function renderActivated(company: string): string {
  return renderSmallPage(
    `${company} is active`,
    html`<h1><bdi>${company}</bdi> is active</h1>
<p>The password is saved and the account can be used from now on.</p>
<p class="soft">This link has done its work and can be thrown away.</p>`,
  )
}

/** The same for every link that does not work, so that it tells nothing of any account. */
export function renderDeadLink(): string {
  return renderSmallPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>It may have been used already, be older than 7 days, or have been replaced by a newer one.</p>
<p>Ask whoever manages your account to send another.</p>`,
  )
}
