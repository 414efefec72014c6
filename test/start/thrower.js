// Loaded into the service by the tests of errors that nothing catches, which a test cannot cause from outside.
process.on('SIGUSR2', () => {
  setImmediate(() => {
    throw new Error('thrown out of a callback')
  })
})
process.on('SIGHUP', () => {
  Promise.reject(new Error('rejected and not handled'))
})
