import { type Tx, col } from '@wattyard/server-kit'

/** Returns which of the models have a map of points, or a device that is read by one. */
export async function modelsWithPoints(tx: Tx, modelIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { model_id: col.uuid },
    `select model_id from gateway_point_map where tenant_id = $1 and model_id = any($2::uuid[])
     union select model_id from gateway_point_source where tenant_id = $1 and model_id = any($2::uuid[])`,
    [tx.tenantId, modelIds],
  )
  return new Set(rows.map(row => row.model_id))
}

/** Piles of the tenant that reported this vendor and model at their last boot, ignoring case. */
export async function pilesReporting(tx: Tx, vendor: string, model: string): Promise<readonly string[]> {
  const rows = await tx.query(
    { pile_id: col.uuid },
    `select pile_id from gateway_pile_state
     where tenant_id = $1 and lower(trim(vendor)) = lower($2) and lower(trim(model)) = lower($3)`,
    [tx.tenantId, vendor, model],
  )
  return rows.map(row => row.pile_id)
}
