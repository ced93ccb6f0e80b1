import { type Tx, col } from '@wattyard/server-kit'

/** Number of the last frame this consumer has processed; 0 before the first. */
export async function readCursor(tx: Tx, consumer: string, stream: number): Promise<number> {
  const [row] = await tx.query(
    { seq: col.bigint },
    'select seq from gateway_cursor where consumer = $1 and stream = $2',
    [consumer, stream],
  )
  return Number(row?.seq ?? 0n)
}

export async function writeCursor(tx: Tx, consumer: string, stream: number, seq: number): Promise<void> {
  await tx.execute(
    `insert into gateway_cursor (consumer, stream, seq) values ($1, $2, $3)
     on conflict (consumer, stream) do update set seq = greatest(gateway_cursor.seq, excluded.seq), updated_at = now()`,
    [consumer, stream, seq],
  )
}

/** Returns the number of the stream of this name, creating it when it is new. */
export async function claimStream(tx: Tx, name: string): Promise<number> {
  const [known] = await tx.query({ stream: col.integer }, 'select stream from gateway_stream where name = $1', [name])
  if (known !== undefined) return known.stream
  const [made] = await tx.query(
    { stream: col.integer },
    'insert into gateway_stream (name, stream) select $1, coalesce(max(stream), 0) + 1 from gateway_stream returning stream',
    [name],
  )
  if (made === undefined) throw new Error(`stream ${name} could not be made`)
  return made.stream
}

export async function lastStoredSeq(tx: Tx, stream: number): Promise<number> {
  const [row] = await tx.query(
    { seq: col.bigint },
    'select seq from gateway_frame where stream = $1 order by seq desc limit 1',
    [stream],
  )
  return Number(row?.seq ?? 0n)
}
