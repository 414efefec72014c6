import { callApi } from '../api.ts'
import { notify } from '../parts/announce.ts'
import { messageOf } from '../parts/notice.tsx'

/** Ends the session and leaves for the sign-in page. */
export async function signOut(): Promise<void> {
  await leave(() => callApi('DELETE', '/session'), '/sign-in')
}

/** Acts for another account of the same person from now on. The page is loaded again, so that nothing of the other stays. */
export async function switchAccount(id: string): Promise<void> {
  await leave(() => callApi('POST', '/session/account', { body: { account: id } }), '/')
}

async function leave(change: () => Promise<unknown>, to: string): Promise<void> {
  try {
    await change()
    location.assign(to)
  } catch (error) {
    notify(messageOf(error), 'bad')
  }
}
