// The payment gateways there is an adapter for, by the id that forms carry.
export const GATEWAYS: readonly { id: number; name: string }[] = [{ id: 1, name: 'Razorpay' }]

export const gatewayName = (id: number): string | undefined => GATEWAYS.find(g => g.id === id)?.name
