// Certificates and signing requests are read and written by a library. The simulated charger and the tests write theirs by
// hand (packages/ocpp/sim/der.ts), so that each checks the other.

/** Returns the library, loaded for the first charge point that asks: loading takes 0.1 s and 20 MB. */
export async function x509(): Promise<typeof import('@peculiar/x509')> {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}
