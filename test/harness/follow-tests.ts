import hooks, { AsyncLocalStorage, type AsyncResourceOptions } from 'node:async_hooks'

/**
 * Loaded first into every test process. To know which test a call of `test` or an error belongs to, Node's runner follows every
 * promise and callback of the process, which takes a quarter of the processor time of all tests. This gives it an
 * AsyncLocalStorage instead. test/slow/harness/follow-tests.test.ts has what must hold with each version of Node.
 */
const { AsyncResource, createHook, executionAsyncId } = hooks
type Init = (asyncId: number, type: string, triggerAsyncId: number, resource: object) => void

const current = new AsyncLocalStorage<number>()
let init: Init | undefined

/** Tests are resources of this kind: the runner runs each in the scope of its resource. */
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

// The runner takes these when it is loaded; everything else gets the real ones.
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
