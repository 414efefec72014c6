export const OFF = ['Sms', 'Voice', 'Email'].map((id) => ({ id, state: 'disabled' }))

export const methods = (
  configurations: readonly object[],
  policyMigrationState: string | null = 'migrationComplete',
): object => ({
  policyMigrationState,
  authenticationMethodConfigurations: configurations,
})
