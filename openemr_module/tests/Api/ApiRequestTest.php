<?php

declare(strict_types=1);

namespace OpenEMR\Modules\ArbiterFhir\Tests\Api;

use OpenEMR\Modules\ArbiterFhir\Api\Action;
use OpenEMR\Modules\ArbiterFhir\Api\ApiRequest;
use OpenEMR\Modules\ArbiterFhir\Api\Refusal;
use OpenEMR\Modules\ArbiterFhir\Page\EndpointGuard;
use PHPUnit\Framework\TestCase;

final class ApiRequestTest extends TestCase
{
    public function testTakesActionPatientTokenAndFieldsApart(): void
    {
        $request = ApiRequest::read('POST', '{"action":"ask","pid":"4","csrf_token_form":"t","question":"Why?"}');
        self::assertSame(Action::Ask, $request->action);
        self::assertSame(4, $request->pid);
        self::assertSame('t', $request->formToken);
        self::assertSame(['question' => 'Why?'], $request->fields);
    }

    /**
     * @dataProvider refused
     */
    public function testRefusesWhatIsNoRequest(string $method, string $body, int $status): void
    {
        try {
            ApiRequest::read($method, $body);
            self::fail('not refused');
        } catch (Refusal $refusal) {
            self::assertSame($status, $refusal->status);
        }
    }

    public static function refused(): array
    {
        $huge = '{"action":"ask","question":"' . str_repeat('x', EndpointGuard::LARGEST_BODY) . '"}';
        return [
            ['GET', '{"action":"ask"}', 405],
            ['PUT', '{"action":"ask"}', 405],
            ['POST', '', 400],
            ['POST', 'action=ask', 400],
            ['POST', '[1]', 400],
            ['POST', '7', 400],
            ['POST', '{}', 400],
            ['POST', '{"action":"drop"}', 400],
            ['POST', '{"action":["ask"]}', 400],
            ['POST', '{"action":"ask","pid":0}', 400],
            ['POST', '{"action":"ask","pid":-1}', 400],
            ['POST', '{"action":"ask","pid":1.5}', 400],
            ['POST', '{"action":"ask","pid":"1 OR 1"}', 400],
            ['POST', '{"action":"ask","pid":"01"}', 400],
            ['POST', '{"action":"ask","pid":true}', 400],
            ['POST', '{"action":"ask","pid":[1]}', 400],
            ['POST', '{"action":"ask","pid":99999999999999999999}', 400],
            ['POST', $huge, 413],
        ];
    }

    public function testATokenOfAnotherKindIsNone(): void
    {
        self::assertSame('', ApiRequest::read('POST', '{"action":"ask","csrf_token_form":["x"]}')->formToken);
    }
}
