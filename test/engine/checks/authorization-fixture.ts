export const authorization = (more: object, permissions: object = {}): object => ({
  guestUserRoleId: '10dae51f-b6af-4016-8d66-8c2a99b929b3',
  allowInvitesFrom: 'adminsAndGuestInviters',
  defaultUserRolePermissions: { allowedToCreateApps: false, permissionGrantPoliciesAssigned: [], ...permissions },
  ...more,
})
