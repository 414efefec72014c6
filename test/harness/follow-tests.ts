import hooks, { AsyncLocalStorage, type AsyncResourceOptions } from 'node:async_hooks'

/**
 * Loaded first into every test process. To find the test that a call of `test` or an error belongs to, Node's runner
 * follows every promise and callback of the process, which takes a quarter of the processor time of all tests. This
 * replaces the mechanism by an AsyncLocalStorage. test/slow/harness/follow-tests.test.ts checks that each version of
 * Node works with it.
 */
const { AsyncResource, createHook, executionAsyncId } = hooks
type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void

const current = new AsyncLocalStorage<number>()
let init: Init | undefined

/** A test is a resource of this class, and the runner runs it in the scope of that resource. */
class FollowedResource extends AsyncResource {
  constructor(type: string, options?: AsyncResourceOptions) {
    super(type, options)
    init?.(this.asyncId(), type, 0, this)
  }

  override runInAsyncScope<This, Args extends unknown[], Result>(
    run: (this: This, ...args: Args) => Result,
    self?: This,
    ...args: Args
  ): Result {
    return super.runInAsyncScope(() => current.run(this.asyncId(), () => Reflect.apply(run, self, args)))
  }
}

// The runner reads these when it is loaded; all other code gets the real ones.
Object.assign(hooks, {
  AsyncResource: FollowedResource,
  createHook: (callbacks: { init: Init }) => {
    init = callbacks.init
    const none = { enable: () => none, disable: () => none }
    return none
  },
  executionAsyncId: () => current.getStore() ?? executionAsyncId(),
})
await import('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
