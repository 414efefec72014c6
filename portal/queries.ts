import {
  keepPreviousData,
  QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/preact-query'
import { ApiError, callApi, type Method } from './api.ts'
import type { Changes, Reads } from './endpoints.ts'
import { fillPath, type Params, type Query, type WithParams } from './paths.ts'
import { useSession } from './session.ts'

const STALE_MS = 15_000
const MAX_RETRIES = 2

/** The only cache of answers. A key is one text, the path with its query, so that a prefix of it names what belongs to it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      networkMode: 'always',
      retry: (count, error) => count < MAX_RETRIES && (!(error instanceof ApiError) || isTransient(error)),
    },
    mutations: { networkMode: 'always' },
  },
})

/** Whether a retry may succeed. */
const isTransient = ({ status }: ApiError): boolean => status === 0 || status === 502 || status === 503

export type ReadOptions<P extends string> = WithParams<P> & {
  query?: Query
  /** Reads nothing until it is true. */
  enabled?: boolean
  /** Milliseconds after which it is read again while the page is visible. */
  pollMs?: number
}

/** Reads a path, and again whenever something under it changes. The previous answer stays while another query loads. */
export function useRead<P extends keyof Reads>(
  path: P,
  ...[options]: Params<P> extends Record<string, never> ? [options?: ReadOptions<P>] : [options: ReadOptions<P>]
): UseQueryResult<Reads[P], ApiError> {
  const { account } = useSession()
  const { params, query, enabled = true, pollMs } = options ?? {}
  const filled = fillPath(path, { kind: account.kind, params, query })
  return useQuery<Reads[P], ApiError>({
    queryKey: [filled],
    // The table of endpoints says what this path answers; the server's schemas guarantee it.
    queryFn: async ({ signal }) => (await callApi('GET', filled, { signal })) as Reads[P],
    enabled,
    placeholderData: keepPreviousData,
    ...(pollMs !== undefined && { refetchInterval: pollMs }),
  })
}

export interface ChangeInput<C extends keyof Changes> {
  params?: Record<string, string>
  body?: Changes[C]['body']
  /** So that the same call, made again after a failure, acts once. By default every call has one of its own. */
  idempotencyKey?: string
  /** Makes the server refuse what it would otherwise ignore. */
  isStrict?: boolean
}

/** A call that changes something. When it succeeds, everything that was read under the paths of `invalidates` is read again. */
export function useChange<C extends keyof Changes & string>(
  call: C,
  { invalidates = [] }: { invalidates?: readonly string[] } = {},
): UseMutationResult<Changes[C]['answer'], ApiError, ChangeInput<C>> {
  const { kind } = useSession().account
  return useMutation<Changes[C]['answer'], ApiError, ChangeInput<C>>({
    mutationFn: async ({ params, ...options }) => {
      const [method, path = ''] = call.split(' ')
      const filled = fillPath(path, { kind, params })
      return (await callApi(method as Method, filled, options)) as Changes[C]['answer']
    },
    onSuccess: async () => {
      await Promise.all(invalidates.map((path) => invalidate(fillPath(path, { kind }))))
    },
  })
}

/** Reloads everything at this path or below it. */
export async function invalidate(prefix: string): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isBelow(String(queryKey[0]), prefix) })
}

/** Reloads everything that is shown now, and the rest when it is shown again. */
export async function invalidateAll(): Promise<void> {
  await queryClient.invalidateQueries()
}

/** Whether a path with its query is the prefix itself, with any query, or below it. */
const isBelow = (path: string, prefix: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`)
