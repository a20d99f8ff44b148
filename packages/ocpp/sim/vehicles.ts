// Cars as they stand at chargers in India, from the makers' published figures, rounded: battery, onboard charger,
// DC peak and the knee of the DC curve. They give the simulated sessions their spread.
import type { Vehicle } from './power.ts'

const car = (
  model: string,
  batteryWh: number,
  maxAcW: number,
  acPhases: 1 | 3,
  maxDcW: number,
  taperFromSoc: number,
  packV = 350,
): Vehicle => ({ model, batteryWh, maxAcW, acPhases, maxDcW, taperFromSoc, packV, targetSoc: 100, standbyW: 15 })

export const vehicles: readonly Vehicle[] = [
  car('Tata Nexon EV', 40_500, 7_200, 1, 50_000, 75, 330),
  car('Tata Tiago EV', 24_000, 7_200, 1, 25_000, 80, 320),
  car('Tata Punch EV', 35_000, 7_200, 1, 50_000, 72, 325),
  car('MG ZS EV', 50_300, 7_400, 1, 76_000, 60, 390),
  car('MG Comet', 17_300, 3_300, 1, 3_300, 80, 110),
  car('Mahindra XUV400', 39_400, 7_200, 1, 50_000, 75, 350),
  car('Hyundai Kona', 39_200, 7_200, 1, 50_000, 70, 330),
  car('Hyundai Ioniq 5', 72_600, 10_900, 3, 220_000, 55, 650),
  car('Kia EV6', 77_400, 10_900, 3, 230_000, 52, 690),
  car('BYD Atto 3', 60_480, 7_000, 1, 88_000, 60, 400),
  car('BYD Seal', 82_560, 7_000, 1, 150_000, 55, 550),
  car('Volvo XC40', 78_000, 11_000, 3, 150_000, 52, 400),
]

/** The car used when none is named. */
export const ordinaryVehicle: Vehicle = car('Tata Nexon EV', 40_500, 7_200, 1, 50_000, 75, 330)

/** The cars that can charge at an outlet of this kind. */
export function vehiclesFor(kind: 'AC' | 'DC'): readonly Vehicle[] {
  return kind === 'AC' ? vehicles : vehicles.filter(vehicle => vehicle.maxDcW >= 10_000)
}
