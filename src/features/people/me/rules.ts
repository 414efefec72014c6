const NETWORK = /^[0-9a-f]{16}$/

/** How the source of a sign-in is shown: an IPv4 address unchanged, an IPv6 network as `2001:db8:0:0::/64`. */
export function toShownPlace(place: string): string {
  if (!NETWORK.test(place)) return place
  const groups = place.match(/.{4}/g) ?? []
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
