import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { LocationProvider } from 'preact-iso/router'
import { callApi } from './api.ts'
import type { Session } from './endpoints.ts'
import { setFormats } from './format.ts'
import { ErrorState, Skeleton } from './parts/loaded.tsx'
import { SCREEN_SCOPE } from './paths.ts'
import { queryClient } from './queries.ts'
import { SessionProvider, setSessionReload } from './session.ts'
import { Shell } from './shell/shell.tsx'

/** The whole client: nothing is shown before the session is known. */
function Portal() {
  const [session, setSession] = useState<Session>()
  const [error, setError] = useState<unknown>()
  const load = async (): Promise<void> => {
    setError(undefined)
    try {
      const loaded = (await callApi('GET', '/session')) as Session
      setFormats(loaded.person.preferences)
      setSession(loaded)
    } catch (failure) {
      setError(failure)
    }
  }
  useEffect(() => {
    setSessionReload(load)
    void load()
  }, [])
  if (!session) {
    return (
      <main class="start">
        {error ? (
          <>
            <h1>The portal cannot be displayed</h1>
            <ErrorState error={error} onRetry={() => void load()} />
          </>
        ) : (
          <Skeleton lines={5} />
        )}
      </main>
    )
  }
  return (
    <SessionProvider value={session}>
      <QueryClientProvider client={queryClient}>
        <LocationProvider scope={SCREEN_SCOPE}>
          <Shell />
        </LocationProvider>
      </QueryClientProvider>
    </SessionProvider>
  )
}

const root = document.getElementById('portal')
if (root) render(<Portal />, root)
