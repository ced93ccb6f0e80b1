/**
 * Outage in ms after which a pile is a matter for people: home lists it and a message is sent. A shorter gap is a modem that
 * reconnects or a restart; lists and the wall show it as offline from the first moment.
 */
export const OFFLINE_AFTER_MS = 5 * 60_000
