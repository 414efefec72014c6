/**
 * Signs in with a passkey, or adds one to a new sign-in, as `data-passkey` says. Without this script, or in a browser that has
 * no passkeys, the button stays hidden and the page works by password or code.
 */
const box = document.querySelector('[data-passkey]')
const button = box.querySelector('button')
const state = box.querySelector('[role="status"]')
const { passkey: purpose, next } = box.dataset

const PURPOSES = {
  use: {
    isSupported: () => typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function',
    waiting: 'Waiting for your passkey …',
    unused: 'No passkey was used. Try again, or sign in with your password.',
    async run() {
      const options = await send('/sign-in/passkey/options', {})
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
      const credential = await navigator.credentials.get({ publicKey })
      return (await send('/sign-in/passkey', { response: credential.toJSON(), next })).next
    },
  },
  add: {
    isSupported: () => typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function',
    waiting: 'Waiting for your device …',
    unused: 'No passkey was added. Try again, or use an authenticator app.',
    async run() {
      const options = await send('/sign-in/new-factor/passkey/options', {})
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
      const credential = await navigator.credentials.create({ publicKey })
      await send('/sign-in/new-factor/passkey', { response: credential.toJSON() })
      return `/sign-in/new-factor/codes?${new URLSearchParams({ next })}`
    },
  },
}
const { isSupported, waiting, unused, run } = PURPOSES[purpose]

box.hidden = !isSupported()

button.addEventListener('click', async () => {
  button.disabled = true
  state.className = 'soft'
  state.textContent = waiting
  try {
    location.assign(await run())
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
  return error instanceof DOMException ? unused : 'The service could not be reached. Try again.'
}
