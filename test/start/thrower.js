// Loaded into the service by tests of uncaught errors, which a test cannot cause from outside.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('thrown out of a callback')
  })
})
process.on('SIGHUP', () => {
  Promise.reject(new Error('rejected and not handled'))
})
