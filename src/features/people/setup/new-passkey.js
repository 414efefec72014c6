/** Adds a passkey. Without this script, or in a browser that has no passkeys, the button stays hidden. */
const box = document.querySelector('[data-passkey]')
const button = box.querySelector('button')
const state = box.querySelector('[role="status"]')

const isSupported = typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
box.hidden = !isSupported

button.addEventListener('click', async () => {
  button.disabled = true
  state.className = 'soft'
  state.textContent = 'Waiting for your device …'
  try {
    const options = await send('/sign-in/new-factor/passkey/options', {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const credential = await navigator.credentials.create({ publicKey })
    await send('/sign-in/new-factor/passkey', { response: credential.toJSON() })
    const next = new URLSearchParams({ next: box.dataset.next })
    location.assign(`/sign-in/new-factor/codes?${next}`)
  } catch (error) {
    state.className = 'bad'
    state.textContent = wordsOf(error)
    button.disabled = false
  }
})

/** What the server refused, in its own words. */
class Refusal extends Error {}

async function send(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = response.status === 204 ? undefined : await response.json()
  if (!response.ok) throw new Refusal(answer.error.message)
  return answer
}

function wordsOf(error) {
  if (error instanceof Refusal) return error.message
  if (error instanceof DOMException) return 'No passkey was added. Try again, or use an authenticator app.'
  return 'The service could not be reached. Try again.'
}
