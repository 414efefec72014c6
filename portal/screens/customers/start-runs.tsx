import { useEffect } from 'preact/hooks'
import { formatNumber, plural } from '../../format.ts'
import { frameworkName } from '../../frameworks.ts'
import { notify } from '../../parts/announce.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { ErrorState, Skeleton } from '../../parts/loaded.tsx'
import { useChange } from '../../queries.ts'
import { type Forecast, forecastWords, leftOutOf, type Selection } from './words.ts'

const CHANGES = { invalidates: ['/partner/portfolio', '/{account}/assessments', '/partner/home', '/partner/me'] }

export interface ActionProps {
  selection: Selection
  /** `12 customers`. */
  about: string
  onClose: () => void
}

/** Says what starting runs would use of the month and who is left out, then starts them. */
export function StartRuns({ selection, about, onClose }: ActionProps) {
  const preview = useChange('POST /partner/portfolio/runs/preview')
  const start = useChange('POST /partner/portfolio/runs', CHANGES)
  const ask = (): void => preview.mutate({ body: selection })
  useEffect(ask, [])
  const submit = async (): Promise<void> => {
    const { queued } = await start.mutateAsync({ body: selection })
    notify(`${plural(queued, 'run')} ${queued === 1 ? 'is' : 'are'} queued. The list shows their progress.`)
    onClose()
  }
  const forecast = preview.data
  return (
    <FormDialog
      title="Start runs"
      action={forecast ? `Start ${plural(forecast.starts, 'run')}` : 'Start'}
      change={start}
      disabledReason={reasonFor(forecast)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {frameworkName(selection.filter.product)}, {about}.
      </p>
      {preview.error && <ErrorState error={preview.error} onRetry={ask} />}
      {!preview.error && !forecast && <Skeleton lines={3} />}
      {forecast && <ForecastShown forecast={forecast} />}
    </FormDialog>
  )
}

function reasonFor(forecast: Forecast | undefined): string | undefined {
  if (!forecast) return 'It is not known yet how many runs can start.'
  return forecast.starts === 0 ? 'No run can start.' : undefined
}

function ForecastShown({ forecast }: { forecast: Forecast }) {
  const left = leftOutOf(forecast)
  return (
    <div class="stack">
      <p class="customer-forecast">{forecastWords(forecast)}</p>
      {left.length > 0 && (
        <>
          <p>Left out:</p>
          <ul class="customer-left">
            {left.map(({ count, why }) => (
              <li key={why}>
                <strong>{formatNumber(count)}</strong> {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
