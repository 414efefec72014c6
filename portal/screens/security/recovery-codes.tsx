import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { plural } from '../../format.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Copy } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Badge, messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { reloadSession, useSession } from '../../session.ts'

/** From here on it is time for new ones. */
const FEW = 3

/** The recovery codes of the person: how many are left, and new ones, which are shown once. */
export function RecoveryCodes({ factors }: { factors: Reads['/me/factors'] }) {
  const { left, createdAt } = factors.recoveryCodes
  const [codes, setCodes] = useState<readonly string[]>()
  const [isAsking, setAsking] = useState(false)
  const create = useChange('POST /me/factors/recovery-codes', { invalidates: ['/me/factors'] })
  const hasFactor = factors.passkeys.length > 0 || factors.authenticator !== undefined
  const renew = async (): Promise<void> => {
    const answer = await create.mutateAsync({})
    setCodes(answer.codes)
    await reloadSession()
  }
  return (
    <Card title="Recovery codes" actions={left > 0 && left <= FEW && <Badge tone="warn">{left} left</Badge>}>
      <p class="soft">
        {left === 0
          ? 'Each code lets you sign in once if you lose your phone or device.'
          : `${plural(left, 'code')} of 10 left. Each code lets you sign in once if you lose your phone or device.`}
        {createdAt && (
          <>
            {' '}
            Created <Time at={createdAt} />.
          </>
        )}
      </p>
      <div class="row">
        <Button
          busy={create.isPending}
          disabledReason={hasFactor ? undefined : 'Add a passkey or an authenticator app first.'}
          onClick={() => {
            if (left > 0) setAsking(true)
            else renew().catch((error: unknown) => notify(messageOf(error), 'bad'))
          }}
        >
          {left === 0 ? 'Create recovery codes' : 'Replace the codes'}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title="Replace your recovery codes?"
          action="Create new codes"
          look="primary"
          onConfirm={renew}
          onClose={() => setAsking(false)}
        >
          <p>The {plural(left, 'code')} that you have now will no longer work.</p>
        </Confirm>
      )}
      {codes && <Codes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { account, person } = useSession()
  const text = codes.join('\n')
  const file = `Recovery codes for Plumbline\n${person.email}, ${account.name}\n\n${text}\n\nEach works once.\n`
  return (
    <Dialog title="Your recovery codes" onClose={onClose}>
      <div class="stack">
        <p>
          Store them where your phone and this device are not needed: printed, or in a password manager. They are shown
          only this once.
        </p>
        <ol class="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div class="row actions">
          <Copy value={text} what="recovery codes" wordy />
          <Button onClick={() => print()}>Print</Button>
          <a
            class="button"
            download="plumbline-recovery-codes.txt"
            href={`data:text/plain,${encodeURIComponent(file)}`}
          >
            Download
          </a>
        </div>
        <div class="row actions">
          <Button look="primary" onClick={onClose}>
            I have stored them
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
