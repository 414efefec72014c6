import type pg from 'pg'

type OnConnected = (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void
type Release = (error?: Error | boolean) => void

/**
 * The pool for graphile-worker, which releases the connection that it listens on twice if it stops while that connection
 * breaks. The pool throws at the second time, in a promise that graphile-worker does not handle.
 */
export function toForgivingPool(pool: pg.Pool): pg.Pool {
  const connect = (onConnected?: OnConnected): unknown =>
    onConnected ? pool.connect((error, client, release) => onConnected(error, client, once(release))) : pool.connect()
  return new Proxy(pool, {
    get(_, name) {
      if (name === 'connect') return connect
      const value: unknown = Reflect.get(pool, name)
      return typeof value === 'function' ? value.bind(pool) : value
    },
  })
}

/** An ended pool gives no function, whatever its types say. */
function once(release: Release | undefined): Release {
  let isReleased = false
  return (error) => {
    if (isReleased) return
    isReleased = true
    release?.(error)
  }
}
