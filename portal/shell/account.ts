import { callApi, leaveAfter } from '../api.ts'
import type { Changes } from '../endpoints.ts'
import { notify } from '../parts/announce.ts'
import { messageOf } from '../parts/notice.tsx'

/** Ends the session and leaves for the sign-in page. */
export async function signOut(): Promise<void> {
  await leave(async () => {
    await callApi('DELETE', '/session')
    return '/sign-in'
  })
}

/**
 * Acts for another account of the same person from now on, after its second factor where it has one. The page is loaded again, so
 * that nothing of the other stays.
 */
export async function switchAccount(id: string): Promise<void> {
  await leave(async () => {
    const answer = await callApi('POST', '/session/account', { body: { account: id } })
    return (answer as Changes['POST /session/account']['answer']).next
  })
}

/** Opens the path that the change ends with. */
async function leave(change: () => Promise<string>): Promise<void> {
  try {
    await leaveAfter(change)
  } catch (error) {
    notify(messageOf(error), 'bad')
  }
}
