/**
 * Signs in with a passkey. Without this script, or in a browser that has no passkeys, the button stays hidden and the page
 * works by password.
 */
const box = document.querySelector('[data-passkey]')
const button = box.querySelector('button')
const state = box.querySelector('[role="status"]')

const isSupported = typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'
box.hidden = !isSupported

button.addEventListener('click', async () => {
  button.disabled = true
  state.className = 'soft'
  state.textContent = 'Waiting for your passkey …'
  try {
    const options = await send('/sign-in/passkey/options', {})
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    const credential = await navigator.credentials.get({ publicKey })
    const { next } = await send('/sign-in/passkey', { response: credential.toJSON(), next: box.dataset.next })
    location.assign(next)
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
  const answer = await response.json()
  if (!response.ok) throw new Refusal(answer.error.message)
  return answer
}

function wordsOf(error) {
  if (error instanceof Refusal) return error.message
  if (error instanceof DOMException) return 'No passkey was used. Try again, or sign in with your password.'
  return 'The service could not be reached. Try again.'
}
