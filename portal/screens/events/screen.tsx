import { Screen } from '../../parts/screen.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { toSearch } from '../../paths.ts'
import { useSearch } from '../../search.ts'
import { Catalogue } from './catalogue.tsx'
import { EventLog } from './log.tsx'

const TABS = [
  { id: 'log', label: 'Log' },
  { id: 'types', label: 'Event types' },
] as const

/** The log of events, exactly as webhooks carry them, and all kinds of events. */
export default function Events() {
  const { values, set } = useSearch()
  const { type } = values
  const tab = values.tab === 'types' ? 'types' : 'log'
  return (
    <Screen
      title="Events"
      intro="What happened, newest first, exactly as webhooks receive it."
      call={{
        title: 'List events',
        path: `/events${toSearch({ type, include: type === undefined ? 'optional' : undefined })}`,
      }}
    >
      <Tabs
        label="Events"
        tabs={TABS}
        current={tab}
        onChange={(id) => set({ tab: id === 'log' ? undefined : id, event: undefined, cursor: undefined })}
      >
        {tab === 'types' ? <Catalogue /> : <EventLog />}
      </Tabs>
    </Screen>
  )
}
