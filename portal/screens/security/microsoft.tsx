import { useState } from 'preact/hooks'
import type { Reads } from '../../endpoints.ts'
import { notify } from '../../parts/announce.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { messageOf } from '../../parts/notice.tsx'
import { Card } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { Entry } from './entry-list.tsx'

type Account = Reads['/me/factors']['microsoft']['accounts'][number]

/** The Microsoft accounts that sign the person in. */
export function Microsoft({ accounts, isOffered }: { accounts: readonly Account[]; isOffered: boolean }) {
  const [removed, setRemoved] = useState<Account>()
  const link = useChange('POST /me/factors/microsoft')
  const start = async (): Promise<void> => {
    try {
      const { url } = await link.mutateAsync({})
      location.assign(url)
    } catch (error) {
      notify(messageOf(error), 'bad')
    }
  }
  return (
    <Card title="Microsoft account">
      {accounts.length === 0 ? (
        <p class="soft">
          Sign in with your work account at Microsoft instead of your password. Your second factor is still asked for.
        </p>
      ) : (
        <ul class="entries">
          {accounts.map((account) => (
            <Entry
              key={account.id}
              title={account.name}
              details={
                <>
                  Linked <Time at={account.createdAt} />,{' '}
                  {account.lastUsedAt ? (
                    <>
                      last used <Time at={account.lastUsedAt} />
                    </>
                  ) : (
                    'not used yet'
                  )}
                </>
              }
              actions={
                <Button size="small" label={`Unlink ${account.name}`} onClick={() => setRemoved(account)}>
                  Unlink
                </Button>
              }
            />
          ))}
        </ul>
      )}
      <div class="row">
        <Button
          onClick={() => void start()}
          busy={link.isPending}
          disabledReason={isOffered ? undefined : 'This service no longer offers sign-in with Microsoft.'}
        >
          {accounts.length === 0 ? 'Link a Microsoft account' : 'Link another account'}
        </Button>
      </div>
      {removed && <Unlink account={removed} onClose={() => setRemoved(undefined)} />}
    </Card>
  )
}

function Unlink({ account, onClose }: { account: Account; onClose: () => void }) {
  const unlink = useChange('DELETE /me/factors/microsoft/:id', { invalidates: ['/me/factors'] })
  return (
    <Confirm
      title="Unlink the Microsoft account?"
      action="Unlink account"
      onConfirm={async () => {
        await unlink.mutateAsync({ params: { id: account.id } })
        notify('Microsoft account unlinked.')
      }}
      onClose={onClose}
    >
      <p>
        <strong>{account.name}</strong> will no longer sign you in here. Your Microsoft account itself does not change.
      </p>
    </Confirm>
  )
}
