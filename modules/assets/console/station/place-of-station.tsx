import {
  Fact,
  Facts,
  FilesShown,
  NO_VALUE,
  PointMap,
  type RecordFrom,
  type SectionProps,
  useWords,
} from '@wattyard/console-kit'
import { station } from '../../contract/station.ts'
import { useMapGround } from '../use-map-ground.ts'

/** Draws where a station is and when it is open: pictures, map, address, hours, and whom drivers call. */
export function PlaceOfStation({ record, labels }: SectionProps) {
  const { t } = useWords()
  const ground = useMapGround()
  const { pictures, location, address, guide, openAllDay, openingHours, servicePhone, parkingBays } =
    record as unknown as RecordFrom<typeof station>
  const hasPictures = (pictures ?? []).length > 0
  return (
    <>
      {hasPictures && (
        <FilesShown value={pictures} field={station.fields.pictures} name="assets.station.pictures" labels={labels} />
      )}
      <Facts>
        <Fact label={t('assets.station.address')}>{address}</Fact>
        <Fact label={t('assets.station.openingHours')}>
          {openAllDay ? t('assets.station.openAllDay') : (openingHours ?? NO_VALUE)}
        </Fact>
        {servicePhone && <Fact label={t('assets.station.servicePhone')}>{servicePhone}</Fact>}
        {parkingBays !== null && (
          <Fact label={t('assets.station.parkingBays')}>
            <span className="w-num">{parkingBays}</span>
          </Fact>
        )}
        {guide && (
          <Fact label={t('assets.station.guide')} wide>
            {guide}
          </Fact>
        )}
      </Facts>
      <PointMap label={t('assets.station.location')} value={location} ground={ground} />
    </>
  )
}
