import { Id } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Facts } from '../../parts/screen.tsx'
import { Time } from '../../parts/time.tsx'
import { useRead } from '../../queries.ts'
import { failureStep, firstSentence } from './words.ts'

/** Why a run failed: its code, a sentence, and what became of the month's quota. */
export function FailureDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const run = useRead('/partner/assessments/:id', { params: { id: runId } })
  return (
    <Dialog title="Why the run failed" onClose={onClose}>
      <Loaded read={run}>
        {({ failure, completedAt }) => (
          <div class="stack">
            <Notice tone="bad">{failure ? firstSentence(failure.message) : 'No reason was recorded.'}</Notice>
            {failure && <p>{failureStep(failure.code)}</p>}
            <Facts
              facts={[
                ['Code', <code key="code">{failure?.code}</code>],
                ['Ended', <Time key="ended" at={completedAt} show="full" />],
                ['Run', <Id key="run" value={runId} what="run id" />],
              ]}
            />
            <p class="soft">It does not count against your plan.</p>
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
