import { useEffect } from 'preact/hooks'
import { announce } from '../../parts/announce.ts'
import { Notice } from '../../parts/notice.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'

/** How often the keys are read while somebody waits for the first call; the live stream is faster where it works. */
const POLL_MS = 2_000

/** Waits for the first call with the key in this slot, and says when it has come. */
export function FirstUse({ slot, onUsed }: { slot: number; onUsed?: () => void }) {
  const keys = useRead('/{account}/keys', { pollMs: POLL_MS })
  const usedAt = keys.data?.keys.find((key) => key.slot === slot)?.lastUsedAt
  const isUsed = usedAt !== undefined
  useEffect(() => {
    if (!isUsed) return
    announce('The new key was used for the first time.')
    onUsed?.()
  }, [isUsed])
  return isUsed ? (
    <Notice tone="good">
      The key works: it was used <Time at={usedAt} />.
    </Notice>
  ) : (
    <p class="waiting">
      <span class="pulse" aria-hidden="true" />
      Waiting for the first call with this key. It appears here automatically.
    </p>
  )
}
